import { createRandom } from './random.ts';

/** Questions on several subjects, with gaps for the topic. */
const stems = [
  'Define {a}. Explain the necessary conditions for {b} with a suitable example.',
  'Differentiate between {a} and {b}. Which of them is preferred in practice, and why?',
  'What is meant by {a}? Describe how {b} is implemented, with a neat diagram.',
  'Write an algorithm for {a} and trace it for a small input. What does {b} cost in the worst case?',
  'Consider a system that uses {a}. Show by calculation how {b} changes when the load is doubled.',
  'State and prove the theorem about {a}. Apply it to {b}.',
  'Write short notes on {a} and on {b}.',
  'Why is {a} needed? Discuss its advantages over {b} in a few sentences.',
  'Explain the role of {a} in {b}. Support your answer with figures from the lectures.',
  'A student claims that {a} is only a special case of {b}. Do you agree? Give reasons.',
  'List the main steps of {a}. At which of them may {b} go wrong, and how is it noticed?',
  'Draw the structure of {a}, label its parts, and compare it with {b}.',
];
const topics =
  'deadlock avoidance;demand paging;the banker algorithm;thrashing;inverted page tables;a counting semaphore;the producer consumer problem;disk scheduling;context switching;normalisation;functional dependencies;a foreign key;two phase locking;query optimisation;hash indexing;binary search trees;topological sorting;dynamic programming;the travelling salesman;amortised analysis;quick sort;spanning trees;congestion control;sliding windows;distance vector routing;error detection;public key cryptography;lexical analysis;recursive descent parsing;register allocation;finite automata;regular languages;Turing machines;supervised learning;gradient descent;decision trees;the trial balance;depreciation;working capital;marginal costing;bending moments;shear force;Bernoulli’s equation;open channels;soil consolidation;levelling;osmosis;enzyme kinetics;cardiac output;renal clearance;the brachial plexus;oxidation states;thermal equilibrium;magnetic flux;alternating current;eigenvalues;partial derivatives;Fourier series;numerical integration;linear regression'.split(
    ';',
  );

/** Lines of Nepali as in an examination paper. */
export const nepaliLines = [
  'नेपाली भाषाको क्षेत्र र विद्यार्थीको भूमिका वर्णन गर्नुहोस्।',
  'समाजशास्त्रको परिभाषा दिँदै यसको महत्त्व उदाहरणसहित व्याख्या गर्नुहोस्।',
  'नेपालको आर्थिक विकासमा कृषिको योगदानबारे छोटो टिप्पणी लेख्नुहोस्।',
];

/** Returns questions of a paper, about two printed lines each, in a different order for each seed. At most twelve. */
export function examLines(seed: number, count = 12): string[] {
  const random = createRandom(seed);
  const order = stems.map((stem) => ({ stem, at: random() })).sort((a, b) => a.at - b.at);
  const pick = () => topics[Math.floor(random() * topics.length)] ?? '';
  return order
    .slice(0, count)
    .map(({ stem }, index) => `${index + 1}. ${stem.replace('{a}', pick()).replace('{b}', pick())}`);
}
