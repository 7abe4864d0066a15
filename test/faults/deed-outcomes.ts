import type { Outcome } from './fail-calls.ts';
import type { LibraryStage } from './library-stage.ts';

export const nothing = async (): Promise<void> => undefined;
export const never = (): boolean => false;
/** For `isDoneAlready`: true if the repetition is refused with this type. */
export const is = (type: string) => (outcome: { type: string }) => outcome.type === type;

/** Returns the response of the contract as an outcome. */
export async function answered(sent: Promise<Response>): Promise<Outcome> {
  const response = await sent;
  const text = await response.text();
  if (response.ok) return { isDone: true };
  const { type, message } = JSON.parse(text) as { type: string; message: string };
  return { isDone: false, type, text: message };
}

/** Returns an error of a service as the contract would report it. */
export async function attempted(
  work: Promise<unknown>,
  { services }: Pick<LibraryStage, 'services'>,
): Promise<Outcome> {
  return work.then(
    (): Outcome => ({ isDone: true }),
    (error: unknown): Outcome => {
      const fault = services.faults.note(error);
      const type =
        fault === null ? 'general_unknown' : fault === 'disk-full' ? 'storage_full' : 'general_service_unavailable';
      return { isDone: false, type, text: String(error) };
    },
  );
}
