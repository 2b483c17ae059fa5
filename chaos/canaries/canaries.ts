import type { Needle } from './search.ts'
import { hashesOf, shapesOf } from './encodings.ts'

/**
 * `personal` and `secret` may stand nowhere in clear. `readable` are data that are searched and so kept in clear until they
 * are erased: in the columns that `docs/data-inventory.md` names, and in no log.
 */
export type Kind = 'personal' | 'secret' | 'readable'
export type Canary = { name: string; value: string; kind: Kind }

const letters = 'bcdfghjklmnpqrstvwxz'

/** Words that stand nowhere but where they are put, the same for the same seed. */
export function wordsFrom(random: () => number) {
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
    /** With a letter and a sign that are written otherwise in URLs, JSON, HTML and SQL. */
    name: () => `Zoé${word(7)} O'${capital(word(6))}`,
    secret: () => `${word(8)}-${digits(4)}-${word(12)}`,
  }
}

export type Words = ReturnType<typeof wordsFrom>

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** What has been planted so far. */
export function openNest() {
  const canaries: Canary[] = []
  const plant = (kind: Kind) => (name: string, value: string) => {
    canaries.push({ name, value, kind })
    return value
  }
  return { canaries, personal: plant('personal'), secret: plant('secret'), readable: plant('readable') }
}

export type Nest = ReturnType<typeof openNest>

/** A hash of a random secret tells nothing of it; of an e-mail address it does. */
export const needleOf = ({ name, value, kind }: Canary): Needle => ({
  canary: name,
  shapes: kind === 'personal' ? [...shapesOf(value), ...hashesOf(value)] : shapesOf(value),
})
