/** Renders the operator's logo, or the product's own: three books on a shelf. */
export function BrandMark({ logo, className }: { logo: string | null; className: string }) {
  if (logo) return <img src={logo} alt="" width={32} height={32} className={`${className} object-contain`} />;
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" width={32} height={32} className={className}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path d="M7 8h5v16H7zM13.5 11H18v13h-4.5z" className="fill-on-accent" />
      <path d="m19.6 10.8 4.2-1.3 3.7 13.1-4.2 1.3z" className="fill-marigold" />
      <path d="M6 25.5h21" strokeWidth="1.8" strokeLinecap="round" className="stroke-on-accent" />
    </svg>
  );
}
