import type { Needle } from './search.ts'
import { hashesOf, encodingsOf } from './encodings.ts'

/**
 * `personal` and `secret` values may appear nowhere in clear text. `readable` values are searchable and therefore stored in clear
 * until they are erased, only in the columns listed in `docs/data-inventory.md` and in no log.
 */
export type Kind = 'personal' | 'secret' | 'readable'
export type Canary = { name: string; value: string; kind: Kind }

const letters = 'bcdfghjklmnpqrstvwxz'

/** Random values that occur nowhere by chance; the same for the same seed. */
export function createCanaryValues(random: () => number) {
  const pick = (from: string) => from[Math.floor(random() * from.length)] ?? ''
  const word = (length = 10) => Array.from({ length }, () => pick(letters)).join('')
  const digits = (length: number) => Array.from({ length }, () => pick('0123456789')).join('')
  return {
    word,
    digits,
    email: () => `${word(6)}.${word(6)}@${word(8)}.example`,
    phone: () => `+1206${digits(7).replace(/^[01]/, '7')}`,
    street: () => `${digits(4)} ${capital(word(8))} ${capital(word(6))}`,
    flat: () => `Flat ${word(8)} ${digits(3)}`,
    /** With an accent and an apostrophe, which URLs, JSON, HTML and SQL encode differently. */
    name: () => `Zoé${word(7)} O'${capital(word(6))}`,
    secret: () => `${word(8)}-${digits(4)}-${word(12)}`,
  }
}

export type CanaryValues = ReturnType<typeof createCanaryValues>

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The canaries that a scenario has planted so far. */
export function createCanaryRegistry() {
  const canaries: Canary[] = []
  const plant = (kind: Kind) => (name: string, value: string) => {
    canaries.push({ name, value, kind })
    return value
  }
  return { canaries, personal: plant('personal'), secret: plant('secret'), readable: plant('readable') }
}

export type CanaryRegistry = ReturnType<typeof createCanaryRegistry>

/** Hashes count as leaks of personal data, which can be guessed, but not of random secrets. */
export const needleOf = ({ name, value, kind }: Canary): Needle => ({
  canary: name,
  encodings: kind === 'personal' ? [...encodingsOf(value), ...hashesOf(value)] : encodingsOf(value),
})
