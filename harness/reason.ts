/** Why something failed, in words, whatever was thrown: some errors of the network have only a code, or only causes. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.map(reasonOf).join('; ');
  if (error.message !== '') return error.message.trimEnd();
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
