import { z } from 'zod'
import { plain } from '#contract/fields.ts'

export const joinText = (separator: string, ...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(separator)

const Email = z.email().max(254)

/** An address that nobody can write to is no reason to hold a paid order up. */
export function firstEmail(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.map((text) => plain(text, 255)).find((text) => Email.safeParse(text).success) ?? null
}
