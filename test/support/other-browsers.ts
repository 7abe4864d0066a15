import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { vi } from 'vitest';
import { display, findFirefox, webKitDriver } from './find-other-browsers.ts';

/** A browser of another engine with one page and a new profile. */
export type OtherBrowser = AsyncDisposable & {
  goto(address: string): Promise<void>;
  /** Evaluates a JavaScript expression on the page, and awaits it if it is a promise. */
  evaluate(expression: string): Promise<unknown>;
  title(): Promise<string>;
  /** Moves the pointer to a point in the window and clicks. */
  press(x: number, y: number): Promise<void>;
};

/** WebKit, whose driver can choose files. */
export type WebKit = OtherBrowser & {
  /** Chooses a file for the input of type `file` with this id. */
  chooseFile(inputId: string, file: string): Promise<void>;
};

/** The key under which WebDriver sends the reference of an element (w3.org/TR/webdriver, section 12). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** The default of ordinary browsers. Automated browsers set this to 0, and then never preconnect. */
const firefoxPreferences = 'user_pref("network.http.speculative-parallel-limit", 20);\n';

/** Opens Firefox, driven through WebDriver BiDi (w3.org/TR/webdriver-bidi). */
export async function openFirefox(): Promise<OtherBrowser> {
  await using stack = new AsyncDisposableStack();
  const profile = await mkdtemp(path.join(tmpdir(), 'examshelf-firefox-'));
  stack.defer(() => rm(profile, { recursive: true, force: true }));
  await writeFile(path.join(profile, 'user.js'), firefoxPreferences);
  const words = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const child = stack.use(start(findFirefox() ?? '', words, process.env));
  const { send, close } = await connectBidi(`${await readBidiAddress(child.errors)}/session`);
  stack.defer(close);
  await send('session.new', { capabilities: {} });
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  const evaluate = async (expression: string) => {
    const words = {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`,
      target: { context },
      awaitPromise: true,
    };
    const { result, exceptionDetails } = (await send('script.evaluate', words)) as Evaluated;
    if (!result) throw new Error(exceptionDetails?.text);
    return JSON.parse(result.value ?? 'null') as unknown;
  };
  const owned = stack.move();
  return {
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate,
    title: () => evaluate('document.title') as Promise<string>,
    async press(x, y) {
      const point = { type: 'pointerMove', x, y };
      const actions = [point, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

type Evaluated = { result?: { value?: string }; exceptionDetails?: { text: string } };

/** Waits for the line in which Firefox prints the address of its socket. */
async function readBidiAddress(errors: Readable): Promise<string> {
  for await (const line of createInterface(errors)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('Firefox ended before it could be driven');
}

async function connectBidi(address: string) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, message } = JSON.parse(String(data)) as { id: number; result?: unknown; message?: string };
    const answer = pending.get(id);
    if (message === undefined) answer?.resolve(result);
    else answer?.reject(new Error(message));
    pending.delete(id);
  });
  let count = 0;
  return {
    send(method: string, params: object): Promise<unknown> {
      const answer = Promise.withResolvers<unknown>();
      pending.set((count += 1), answer);
      socket.send(JSON.stringify({ id: count, method, params }));
      return answer.promise;
    },
    close: () => socket.close(),
  };
}

/** Opens WebKitGTK's own small browser, driven through WebDriver. */
export async function openWebKit(): Promise<WebKit> {
  await using stack = new AsyncDisposableStack();
  const runtime = await mkdtemp(path.join(tmpdir(), 'examshelf-webkit-'));
  stack.defer(() => rm(runtime, { recursive: true, force: true }));
  const env = {
    ...process.env,
    XDG_RUNTIME_DIR: runtime,
    HOME: runtime,
    GDK_BACKEND: 'broadway',
    BROADWAY_DISPLAY: ':1',
  };
  stack.use(start(display, ['--address=127.0.0.1', `--port=${await findFreePort()}`, ':1'], env));
  const port = await findFreePort();
  stack.use(start(webKitDriver, [`--port=${port}`], env));
  const send = await connectToDriver(`http://127.0.0.1:${port}`);
  const { sessionId } = (await send('POST', '/session', { capabilities: {} })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  stack.defer(async () => void (await send('DELETE', session)));
  const owned = stack.move();
  return {
    goto: async (url) => void (await send('POST', `${session}/url`, { url })),
    evaluate: (expression) => send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    title: () => send('GET', `${session}/title`) as Promise<string>,
    async chooseFile(inputId, file) {
      const css = { using: 'css selector', value: `[id="${inputId}"]` };
      const element = (await send('POST', `${session}/element`, css)) as Record<string, string>;
      await send('POST', `${session}/element/${element[elementKey]}/value`, { text: file });
    },
    // The window has no size on that display, so nothing can be pressed in it.
    press: async () => {},
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Starts a program, which is ended with SIGTERM. */
function start(program: string, words: string[], env: NodeJS.ProcessEnv): AsyncDisposable & { errors: Readable } {
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  return {
    errors: child.stderr.resume(),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Sends commands of WebDriver (w3.org/TR/webdriver) once the driver listens; waits at most 30 s for that. */
async function connectToDriver(address: string) {
  await vi.waitFor(() => fetch(`${address}/status`), { timeout: 30_000, interval: 50 });
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(address + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (!response.ok) throw new Error(`WebDriver ${path}: ${value?.error} ${value?.message}`);
    return value;
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
