/** Returns all items of a short list. */
export async function allOf<Item>(listed: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of listed) items.push(item);
  return items;
}
