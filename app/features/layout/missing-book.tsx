/** Renders a drawing of a row of books with a gap. */
export function MissingBook() {
  return (
    <svg
      aria-hidden="true"
      width="180"
      height="96"
      viewBox="0 0 180 96"
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M8 86h164" className="stroke-edge" />
      <path d="M22 26h16v60H22zM42 36h12v50H42z" className="fill-card stroke-edge" />
      <path d="M26 36h8M26 42h8" className="stroke-accent" />
      <path d="M74 30h22v56H74z" strokeDasharray="4 5" className="stroke-accent" />
      <path d="M85 50v10M85 68v.1" strokeWidth="3" className="stroke-marigold" />
      <path d="M112 22h14v64h-14z" className="fill-accent-tint stroke-accent" />
      <path d="m132 85 9-54 14 3-9 52z" className="fill-card stroke-edge" />
    </svg>
  );
}
