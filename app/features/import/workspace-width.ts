/** Wider than the page, since a table needs the space. */
export const workspaceWidth = 'grid grid-cols-1 gap-1.5 xl:mx-[calc(50%-min(50vw-2rem,52rem))]';
