import type { FieldValues, Resolver } from 'react-hook-form'

/**
 * Checks what was typed by shapes that are fetched when they are first needed: they bring a library that a form is shown
 * without. Where they can't be fetched the server says what is wrong, as it would anyway.
 */
export function lazyResolver<Values extends FieldValues, Output>(
  load: () => Promise<Resolver<Values, unknown, Output>>,
): Resolver<Values, unknown, Output> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => null)
    return resolver ? resolver(values, context, options) : { values: values as unknown as Output, errors: {} }
  }
}
