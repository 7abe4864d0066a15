export function CrashPage() {
  return <h1>Unexpected Application Error!</h1>;
}
