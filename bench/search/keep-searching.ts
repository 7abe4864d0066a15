import { text } from 'node:stream/consumers';

/** Sends the given searches (addresses in JSON on the standard input), eight at once, until it is ended. */
const atOnce = 8;
const addresses = JSON.parse(await text(process.stdin)) as string[];
if (addresses.length > 0) await Promise.all(Array.from({ length: atOnce }, (_, first) => keepSearching(first)));

async function keepSearching(first: number): Promise<never> {
  for (let index = first; ; index += atOnce) {
    const response = await fetch(addresses[index % addresses.length] ?? '');
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a search was answered with ${response.status}`);
  }
}
