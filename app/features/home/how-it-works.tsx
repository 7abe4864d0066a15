const steps = [
  { title: 'Select Faculty', text: 'Choose the programme you study.' },
  { title: 'Select Semester', text: 'Open your semester or year in the side menu.' },
  { title: 'Select Subject', text: 'Pick the subject you are preparing for.' },
  { title: 'Access Materials', text: 'Read papers, notes and revision materials online, or download them.' },
];

/** Lists the four steps from Home to a document. */
export function HowItWorks() {
  return (
    <ol className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
      {steps.map((step, index) => (
        <li key={step.title} className="flex gap-4 lg:flex-col lg:gap-3">
          <span
            aria-hidden="true"
            className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-tint font-serif text-lg font-semibold text-accent"
          >
            {index + 1}
          </span>
          <div>
            <h3 className="text-lg">{step.title}</h3>
            <p className="mt-0.5 text-sm text-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
