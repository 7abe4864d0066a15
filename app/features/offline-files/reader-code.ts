/** Makes the service worker store the code of the reader, which is otherwise stored when the reader is first opened. */
export async function storeReaderCode(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return;
  await new Promise<void>((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<boolean>) => {
      port1.close();
      if (data) resolve();
      else reject(new TypeError('the code of the reader could not be stored'));
    });
    port1.start();
    active.postMessage({ type: 'keeping' }, [port2]);
  });
}
