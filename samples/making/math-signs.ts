/** The signs of `\commands` in the sample sources. */
export const SIGNS: Record<string, string> = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', eta: 'η', theta: 'θ', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν',
  xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ',
  Theta: 'Θ', Lambda: 'Λ', Sigma: 'Σ', Phi: 'Φ', Omega: 'Ω', infty: '∞', partial: '∂', ell: 'ℓ', emptyset: '∅',
}; // oxfmt-ignore
/** Signs with space around them. */
export const OPERATORS: Record<string, string> = {
  times: '×', cdot: '·', div: '÷', pm: '±', le: '≤', ge: '≥', ne: '≠', approx: '≈', equiv: '≡', to: '→', rightarrow: '→',
  Rightarrow: '⇒', iff: '⇔', in: '∈', notin: '∉', subset: '⊂', subseteq: '⊆', cup: '∪', cap: '∩', forall: '∀', exists: '∃',
  neg: '¬', land: '∧', lor: '∨', oplus: '⊕', nabla: '∇', perp: '⊥', parallel: '∥', ldots: '…', cdots: '⋯', mid: '∣', propto: '∝',
  circ: '∘', degree: '°', therefore: '∴', because: '∵', quad: '\u2003', ',': ' ', ';': ' ', ' ': ' ', '{': '{', '}': '}', '%': '%', _: '_', '&': '&amp;',
  langle: '⟨', rangle: '⟩', lfloor: '⌊', rfloor: '⌋', lceil: '⌈', rceil: '⌉', dots: '…', setminus: '∖', leftrightarrow: '↔', angle: '∠',
}; // oxfmt-ignore
/** Operators with limits below and above. */
export const LARGE: Record<string, string> = {
  sum: '∑',
  prod: '∏',
  int: '∫',
  iint: '∬',
  oint: '∮',
  lim: 'lim',
  max: 'max',
  min: 'min',
};
/** Functions that are written upright. */
export const NAMED = new Set([
  'sin',
  'cos',
  'tan',
  'cot',
  'sec',
  'csc',
  'log',
  'ln',
  'exp',
  'det',
  'gcd',
  'deg',
  'arctan',
  'sinh',
  'cosh',
  'tanh',
]);
export const ACCENTS: Record<string, string> = { vec: '→', hat: '^', dot: '˙' };
/** Fences drawn before and after an environment. */
export const FENCES: Record<string, [string, string]> = {
  pmatrix: ['(', ')'],
  bmatrix: ['[', ']'],
  vmatrix: ['|', '|'],
  cases: ['{', ''],
  aligned: ['', ''],
};
