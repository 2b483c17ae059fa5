type Person = { firstName: string | null; lastName: string | null; email: string }

/** People without a name are called by their e-mail address. */
export function personName({ firstName, lastName, email }: Person): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}
