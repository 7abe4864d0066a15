#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * The program that Playwright starts as Firefox, instead of the one in `FIREFOX`. Playwright's driver for WebDriver
 * BiDi sends a command to each context that Firefox 153 does not support, and gives up after the error. This program
 * starts Firefox with the same arguments, relays all messages, and confirms those commands itself.
 */
const unknownCommands = new Set(['emulation.setMediaFeaturesOverride']);

/**
 * Statement in Playwright's script that types into a field by setting its property `value`. React replaces this
 * property with its own to detect changes, and would then see none. The browser's own setter has the same effect as
 * typing.
 */
const typing = 'inputElement.value = value;';
const typingForReact =
  "Object.getOwnPropertyDescriptor(Object.getPrototypeOf(inputElement), 'value').set.call(inputElement, value);";

const words = process.argv.slice(2);
const child = spawn(process.env['FIREFOX'] ?? '', words, { stdio: ['ignore', 'inherit', 'pipe'] });
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));

for await (const line of createInterface(child.stderr)) {
  const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
  process.stderr.write(address ? `WebDriver BiDi listening on ${await relay(address)}\n` : `${line}\n`);
}

/** Relays the only connection to Firefox; returns the relay's address. */
async function relay(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (client) => {
    const browser = new WebSocket(`${address}/session`, { maxPayload: 256 * 1024 * 1024 });
    const early: string[] = [];
    client.on('message', (data) => {
      const text = String(data);
      const corrected = text.replaceAll(typing, typingForReact);
      const { id, method } = JSON.parse(text) as { id: number; method: string };
      if (unknownCommands.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(corrected);
      else early.push(corrected);
    });
    browser.on('open', () => early.splice(0).forEach((text) => browser.send(text)));
    browser.on('message', (data) => client.send(String(data)));
    browser.on('close', () => client.close());
    client.on('close', () => browser.close());
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
