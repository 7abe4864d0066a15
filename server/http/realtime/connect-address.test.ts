import { expect, test } from 'vitest';
import { readConnectAddress } from './connect-address.ts';

test('dialect A lists its channels, which are one subscription', () => {
  expect(
    readConnectAddress('/v1/realtime?project=p&channels%5B%5D=documents&channels%5B%5D=files&channels[]=files'),
  ).toEqual({
    projectId: 'p',
    channels: ['documents', 'files'],
    slots: [{ slot: '0', channels: ['documents', 'files'], queries: [] }],
  });
});

test('dialect B numbers its subscriptions, each of which has its queries for each channel', () => {
  const all = encodeURIComponent('{"method":"select","values":["*"]}');
  const one = encodeURIComponent('{"method":"equal","attribute":"year","values":[2080]}');
  const address = `/v1/realtime?project=p&channels[]=documents&channels[]=files&documents[0][]=${all}&documents[7][]=${one}&files[7][]=${one}`;
  expect(readConnectAddress(address)).toEqual({
    projectId: 'p',
    channels: ['documents', 'files'],
    slots: [
      { slot: '0', channels: ['documents'], queries: ['{"method":"select","values":["*"]}'] },
      {
        slot: '7',
        channels: ['documents', 'files'],
        queries: ['{"method":"equal","attribute":"year","values":[2080]}'],
      },
    ],
  });
});

test('dialect C names the project and nothing else', () => {
  expect(readConnectAddress('/v1/realtime?project=p&jwt=abc')).toEqual({ projectId: 'p', channels: [], slots: [] });
  expect(readConnectAddress('/v1/realtime')).toEqual({ projectId: null, channels: [], slots: [] });
});

test('empty channels and unknown parameters are not subscriptions', () => {
  expect(readConnectAddress('/v1/realtime?project=p&channels[]=&other[]=1&x[y][]=2').slots).toEqual([]);
});
