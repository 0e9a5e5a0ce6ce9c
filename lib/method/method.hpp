#pragma once
// The method of a configuration: how contacts are solved in time. The one room that knows all methods; the run loop
// knows none.
#include "config/describe.hpp"
#include "gravity/parameters.hpp"
#include "model/stepper.hpp"

#include <memory>
#include <string>
#include <vector>

namespace rubble::method {

class Method {
 public:
  virtual ~Method() = default;

  virtual const gravity::Parameters& gravity() const = 0;
  // Channels of its ledger, and limits of its steps; known before there is a pile.
  virtual std::vector<Channel> channels() const = 0;
  virtual std::vector<Audit> audits() const = 0;

  // True if its bodies stick and break: each frame of a track then stores the grouping.
  virtual bool regroups() const = 0;

  // (pile, its name for messages) => InputError if it has bodies that the method does not move.
  virtual void require_suited(const Pile& pile, const std::string& name) const = 0;
  // Chooses for this pile what the configuration leaves open, and records the choices there. Once, before the rest.
  virtual void prepare(config::Document& config, const Pile& pile, const External& external) = 0;
  // All times at which a run looks at the pile are whole multiples of it since the start [s]; 0: it can stop at any
  // time, and ends each advance exactly there; signals are heard, and checkpoints made, only between two such times.
  virtual double tick() const = 0;
  // How fine its steps are, in a few words.
  virtual std::string fineness() const = 0;
  // Choices and expectations, for --verbose; "" for none.
  virtual std::string expectations() const = 0;
  // A value of the configuration that may end the run early for this pile, and a better one; "" for none.
  virtual std::string caution() const { return ""; }

  // (pile, external) => a stepper that begins there. InputError if the pile or the box does not suit the method.
  virtual std::unique_ptr<Stepper> start(const Pile& pile, const External& external) const = 0;
  // (..., memory of a stepper of the same method) => one that goes on with the same bits. InputError if it does not
  // fit.
  virtual std::unique_ptr<Stepper> go_on(const Pile& pile, const External& external, const Resume& resume) const = 0;
};

// [method], which says which one (soft spheres if it is not there), and the tables of that method.
std::unique_ptr<Method> read(config::Document& config);

// InputError, at [method] kind, if the configuration asks for another method than soft spheres; `what` needs their
// laws.
void require_soft_spheres(config::Document& config, const std::string& what);

// The tables that read() may read, for --describe.
config::Tables describe();

}  // namespace rubble::method
