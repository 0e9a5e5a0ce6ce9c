#pragma once
// Impacts with restitution (docs/theory.md 11.8). By Poisson's law they take place before all other impulses of a step:
// a compression, then a restitution, from the velocities at the time of the impact. By Newton's law they are part of
// the problem of the step.
#include "nscd/contact_problem.hpp"
#include "nscd/impulse_solver.hpp"

namespace rubble::nscd {

class Impacts {
 public:
  explicit Impacts(const Parameters& p)
      : rebounds_(p.greatest().restitution > 0), poisson_(p.contact.impact == ImpactLaw::poisson) {}

  // Finds the clusters with impacts. By Poisson's law, solves the impacts and applies them to the velocities of the
  // problem. Impulses act at the velocities of their time: with half of this step's kick, and more for pairs that were
  // moved to their first touch. The bodies receive the rest of the kick afterwards.
  void strike(const StepView& step, const StepVelocities& velocities, ContactProblem& contacts, ImpulseSolver& solver,
              Quality& quality);
  // By Newton's law: counts the impacts of a solved problem.
  void book_newtons(const StepView& step, const StepVelocities& velocities, const ContactProblem& contacts,
                    double tolerance, Quality& quality);

  // (contact, its impulse without impacts [N s]) => its impulse with impacts [N s].
  Vec3 with_impacts(std::size_t c, const Vec3& impulse) const {
    return impulse_.empty() ? impulse : Vec3(impulse + impulse_[c]);
  }
  double energy_made() const { return energy_made_; }  // by impacts in this step [J]

 private:
  void find_clusters(const StepView& step, const ContactProblem& contacts);
  friction::Links clustered_links(const ContactProblem& contacts) const;
  Vec3s solve_phases(const StepView& step, const ContactProblem& contacts, friction::BodyProblem& problem,
                     ImpulseSolver& solver) const;
  void clear_rebounds(ContactProblem& contacts) const;
  void book(const friction::Links& links, const friction::BodyVelocities& before, const friction::BodyVelocities& after,
            const Vec3s& impulses, double tolerance, Quality& quality);

  bool rebounds_;  // true if some contacts have a restitution
  bool poisson_;
  // In this step: contacts of the clusters in which an impact takes place, the cluster of each of these contacts,
  // impulses on b by impacts (of all contacts; empty if no impact follows Poisson's law), and energy created [J].
  std::vector<std::size_t> contact_;
  std::vector<Index> cluster_;
  Vec3s impulse_;
  double energy_made_ = 0;
};

}  // namespace rubble::nscd
