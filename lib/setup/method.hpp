#pragma once
// The method of a configuration: how contacts are integrated in time. Only this folder knows all methods; the run loop
// uses the interface.
#include "config/describe.hpp"
#include "gravity/parameters.hpp"
#include "model/probes.hpp"
#include "model/stepper.hpp"

#include <memory>
#include <string>
#include <vector>

namespace rubble::setup {

class Method {
 public:
  virtual ~Method() = default;

  virtual const gravity::Parameters& gravity() const = 0;
  // Channels of dissipation that the method uses, and quantities that it monitors; available before a pile exists.
  virtual std::vector<Channel> channels() const = 0;
  virtual std::vector<Audit> audits() const = 0;

  // True if bodies stick and break. Each frame of a track then stores the grouping.
  virtual bool regroups() const = 0;

  // (pile, its name for messages) => InputError if the method does not support some of the pile's bodies.
  virtual void require_suited(const Pile& pile, const std::string& name) const = 0;
  // Chooses the values that the configuration leaves open for this pile, and records them in the configuration. It is
  // called once, before the functions below. InputError if the configuration is not valid for this pile.
  virtual void prepare(config::Document& config, const Pile& pile, const External& external) = 0;
  // Length of a step [s], above 0: a run evaluates the pile at multiples of it from the start.
  virtual double tick() const = 0;
  // Description in a few words of the method's step length or accuracy.
  virtual std::string fineness() const = 0;
  // Chosen values and expected quantities, for --verbose; "" if there are none.
  virtual std::string expectations() const = 0;
  // Advice: a value of the configuration that may end the run early for this pile, and a better value; "" if there is
  // none.
  virtual std::string caution() const { return ""; }

  // True if the bonds of the pile are beams, whose number and energy the ledger lists.
  virtual bool has_beams() const { return false; }
  // (pile) => true if contacts have an area that probes can record.
  virtual bool has_areas(const Pile&) const { return false; }

  // (pile, external, probes that outlive the stepper or nullptr) => a stepper that starts from the pile. InputError if
  // the method does not support the pile or its period.
  virtual std::unique_ptr<Stepper> start(const Pile& pile, const External& external,
                                         Probes* probes = nullptr) const = 0;
  // (pile, external, stored state of a stepper of the same method, probes or nullptr) => a stepper that continues with
  // the same bits. InputError if the stored state does not fit the pile.
  virtual std::unique_ptr<Stepper> go_on(const Pile& pile, const External& external, const Resume& resume,
                                         Probes* probes = nullptr) const = 0;
};

// Reads [method], which selects the method (soft spheres by default), and the tables of that method. InputError for
// invalid values, and for tables or keys of another method.
std::unique_ptr<Method> read_method(config::Document& config);

// Properties of bodies that the methods and rubble-place store, without values. docs/formats.md lists them.
const std::vector<BodyColumn>& body_columns();

// InputError at [method] kind if the configuration selects another method than soft spheres. `what` names the feature
// that needs their laws.
void require_soft_spheres(config::Document& config, const std::string& what);

// The tables that read_method() may read, for --describe.
config::Tables describe_method();

}  // namespace rubble::setup
