/** Returns a page that needs no further requests, with the reason of a refusal and a link to the same address. */
export function retryPage(text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Please try again · Examshelf</title>
<style>
body { margin: 0 auto; max-width: 32rem; padding: 4rem 1.5rem; font: 1.125rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.5rem }
a { display: inline-block; padding: .625rem 0; color: inherit }
</style>
<h1>Please try again</h1>
<p>${text}</p>
<p><a href="">Try again</a></p>
</html>
`;
}

/** Allows `retryPage` its style and nothing else. */
export const retryPagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
