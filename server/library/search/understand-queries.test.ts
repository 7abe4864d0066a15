import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { createFilterWords } from './filter-words.ts';
import { createSubjectFinder } from './subject-finder.ts';
import { createUnderstand } from './understand.ts';

/**
 * Searches in the words of students of each programme, with the subject that comes first and the filters that apply. The
 * right meanings were written down from the catalogue before the searches were tried.
 */
const searches = `
  c programming → C Programming
  c prog → C Programming
  programming in c → C Programming
  digital logic → Digital Logic
  digital logics → Digital Logic
  maths 1 → Mathematics I
  math I → Mathematics I
  mathematics-ii → Mathematics II
  stats 1 → Statistics I
  statistics ii → Statistics II
  discrete structures → Discrete Structures
  discrete structure → Discrete Structure
  microprocessor → Microprocessor
  microprocessors → Microprocessor
  object-oriented programming → Object Oriented Programming
  numerical methods → Numerical Methods
  computer graphics → Computer Graphics
  computer architecture → Computer Architecture
  computer network → Computer Networks
  artificial intelligence → Artificial Intelligence
  data base management system → Database Management System
  database management systems → Database Management Systems
  simulation and modelling → Simulation and Modeling
  simulation & modeling → Simulation and Modeling
  cryptography → Cryptography
  web tech → Web Technology
  multimedia computing → Multimedia Computing
  image processing → Image Processing
  software engg → Software Engineering
  software engineering → Software Engineering
  e-governance → E-Governance
  egovernance → E-Governance
  ecommerce → E-Commerce
  neural network → Neural Networks
  data mining → Data Mining
  network security → Network Security
  cloud computing → Cloud Computing
  machine learning → Machine Learning
  internet of thing → Internet of Things
  scripting language → Scripting Language
  dot net technology → DotNet Technology
  dotnet → DotNet Technology
  probability & statistics → Probability and Statistics
  probability and stat → Probability and Statistics
  financial accounting → Financial Accounting
  micro economics → Microeconomics
  macroeconomics → Macroeconomics
  business maths 1 → Business Mathematics I
  business stats → Business Statistics
  organisational behaviour → Organizational Behavior
  operation management → Operations Management
  cost and management accounting → Cost and Management Accounting
  taxation in nepal → Corporate Taxation in Nepal
  strategic management → Strategic Management
  fluid mechanics → Fluid Mechanics
  soil mechanics → Soil Mechanics
  surveying 1 → Surveying I
  survey camp → Survey Camp
  engineering maths 3 → Engineering Mathematics III
  engg drawing 1 → Engineering Drawing I
  applied mechanics → Applied Mechanics
  strength of material → Strength of Materials
  water supply → Water Supply Engineering
  estimating and costing → Estimating and Costing
  irrigation → Irrigation and Drainage Engineering
  hydropower → Hydropower
  engineering economics → Engineering Economics
  electric machines 1 → Electric Machines I
  control systems → Control System
  switchgear → Switchgear and Protection
  power electronics → Power Electronics
  electromagnetics → Electromagnetics
  signal analysis → Signal Analysis
  anatomy → Anatomy
  physiology → Physiology
  biochem → Biochemistry
  pathology → Pathology
  pediatrics → Paediatrics
  gynecology and obstetrics → Obstetrics and Gynaecology
  forensic → Forensic Medicine
  opthalmology → Ophthalmology
  orthopedics → Orthopaedics
  anesthesiology → Anaesthesiology
  community medicine 1 → Community Medicine I
  pharmacognosy 2 → Pharmacognosy II
  medicinal chemistry 1 → Medicinal Chemistry I
  pharmaceutics 1 → Pharmaceutics I (Physical Pharmacy)
  biopharmaceutics → Biopharmaceutics and Pharmacokinetics
  epidemiology 1 → Epidemiology I
  health economics → Health Economics
  biostatistics → Biostatistics I
  constitutional law → Constitutional Law
  contract law → Law of Contract
  law of contract → Law of Contract
  company law → Company Law
  evidence law → Law of Evidence
  criminal law → Criminal Law
  educational psychology → Educational Psychology
  curriculum and evaluation → Curriculum and Evaluation
  general english → General English
  nepal studies → Nepal Studies
  compulsory english 1 → Compulsory English I
  rural sociology → Rural Sociology
  field work 2 → Field Work II
  food production 1 → Food Production and Patisserie I
  front office operations → Front Office Operations
  daa → Design and Analysis of Algorithms
  coa → Computer Architecture
  ooad → nothing
  nm → Numerical Method
  dl → Digital Logic
  ds → Discrete Structures
  se → Software Engineering
  dccn → nothing
  spm → Software Project Management
  mad → Mobile Application Development
  ob → Organizational Behavior
  brm → Business Research Methods
  fm → Fluid Mechanics
  csc115 → C Programming
  CSC 165 → Discrete Structures
  csc-325 → Design and Analysis of Algorithms
  cacs 301 → MIS and E-Business
  CAMT104 → Mathematics I
  it 243 → Programming with Python
  mgt 205 → Operations Management
  ce505 → Fluid Mechanics
  SH 451 → Engineering Mathematics II
  law 304 → Constitutional Law
  eco201 → Microeconomics
  phar 112 → Pharmacognosy I
  eng 422 → History of English Literature
  ee-602 → Control System
  csit toc → Theory of Computation | csit
  toc csit 2079 → Theory of Computation | csit 2079 BS
  dbms bca notes → Database Management System | bca note
  digital logic bca → Digital Logic | bca
  c programming csit 1st sem → C Programming | csit term 1
  bca 4th sem os → Operating System | bca term 4
  os 4th semester bca → Operating System | bca term 4
  bba microeconomics question → Microeconomics | bba paper
  bim 5th semester python programming → Programming with Python | bim term 5
  mbbs anatomy notes → Anatomy | mbbs note
  civil surveying 1 → Surveying I | civil-eng
  soil mechanics 2078 → Soil Mechanics | 2078 BS
  toc 2022 → Theory of Computation | 2022
  toc question paper 2080 → Theory of Computation | paper 2080 BS
  dsa important questions → Data Structures and Algorithms | revision
  artificial intelligence past papers → Artificial Intelligence | paper
  computer networks 2023 csit → Computer Networks | csit 2023
  csit 4th sem → csit/4
  csit fourth semester → csit/4
  bba 2nd semester → bba/2
  bim → bim
  mbbs 1st year → mbbs/1
  b.ed second year → bed/2
  bachelor of computer application → bca
  civil engineering → civil-eng
  oprating system → Operating Systems
  artifical inteligence → Artificial Intelligence
  micoreconomics → Microeconomics
  theory of compution → Theory of Computation
  databse management → Database Management System
  compiler design → Compiler Design and Construction
  discreet structure → Discrete Structure
  softwere engineering → Software Engineering
  finacial accounting → Financial Accounting
  fluid mechancs → Fluid Mechanics
  explain tcp three way handshake → nothing
  what is normalization → nothing
  difference between process and thread → nothing
  write a program to reverse a string in c → nothing
  define marketing mix → nothing
  kinetic theory of gases → nothing
  newton raphson method → nothing
  john doe → nothing
`;

const catalogue = parseCatalogue(JSON.parse(readFileSync('catalogue/tribhuvan.json', 'utf8')));
const understand = createUnderstand({
  catalogue,
  subjects: createSubjectFinder(catalogue),
  readFilterWords: createFilterWords(catalogue, () => Date.UTC(2026, 5, 1)),
  calendar: 'both',
});

/** Returns the first named subject, or the programmes and terms, and the filters that apply. */
function read(q: string): string {
  const request = { q, kind: [], facultyId: [], semesterId: [], subject: [], year: [], yearBs: [] };
  const { subjects, terms, applied } = understand({ ...request, asTyped: false, limit: 10, offset: 0 });
  const { kind = [], facultyId = [], semesterId = [], year = [], yearBs = [] } = applied ?? {};
  const filters = [facultyId, semesterId.map((id) => `term ${id}`), kind, year, yearBs.map((each) => `${each} BS`)];
  const places = terms.map(({ facultyId: id, semesterId: term }) => (term === null ? id : `${id}/${term}`));
  const what = subjects[0]?.subject ?? (places.join(', ') || 'nothing');
  return filters.flat().length > 0 ? `${what} | ${filters.flat().join(' ')}` : what;
}

test('at least 95 % of searches in the words of students name the right subject first', () => {
  const rows = searches
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' → ') as [string, string]);
  const wrong = rows.flatMap(([typed, right]) => {
    const meant = read(typed);
    return meant === right ? [] : [`${typed} → ${meant}, not ${right}`];
  });
  expect(rows.length).toBeGreaterThanOrEqual(150);
  expect(wrong.length / rows.length, wrong.join('\n')).toBeLessThanOrEqual(0.05);
});
