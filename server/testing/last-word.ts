import type { Field } from './two-way-sides.ts'

type LastEdit = {
  side: 'here' | 'there'
  value: string
  /** Whether it can be told from outside that nobody wrote later: then it must be what stays. */
  isSure: boolean
  /** Whether the sync that is under way has begun with it. */
  isInSync: boolean
}

/** What is going on with a SKU while a word is written. */
export type Circumstances = {
  now: Date
  isSyncOpen: boolean
  /** Whether Amazon still works on an edit of ours, or of others, to the listing. */
  isOurWorkOpen: boolean
  isOthersWorkOpen: boolean
}

/**
 * For so long a value that was sent may show up at Amazon, and until a later sync has seen it there: who writes the same
 * is taken for our echo.
 */
const echoMilliseconds = 16 * 60_000

/** What may have been sent, when last, and whether a sync that began after it looks or has looked. */
type SentValue = { at: number; isLookedFor: boolean; isSeen: boolean }

const separator = '\t'
const keyOf = (...parts: string[]) => parts.join(separator)

/**
 * Who wrote a field last. Amazon tells when a listing changed, not which field of it, and can't be told to write only
 * if nobody else has: where two writers meet within one sync, it is enough that both sides end with the same.
 */
export class LastEdits {
  private readonly words = new Map<string, LastEdit>()
  /** What was written at Amazon and no completed sync has seen. */
  private readonly unseen = new Map<string, LastEdit>()
  private readonly sent = new Map<string, SentValue>()

  write(sku: string, field: Field, side: LastEdit['side'], value: string, around: Circumstances): void {
    const key = keyOf(sku, field)
    const isSure = side === 'here' ? this.isSureHere(key, around) : this.isSureThere(key, value, around)
    if (side === 'there') this.touch(sku)
    const word: LastEdit = { side, value, isSure, isInSync: false }
    this.words.set(key, word)
    if (side === 'there') this.unseen.set(key, word)
    if (side === 'here') Object.assign(this.sent.get(keyOf(key, value)) ?? {}, { isLookedFor: false, isSeen: false })
  }

  /** Others change the listing: where they wrote before us, their word may now seem to be the later one. */
  touch(sku: string): void {
    for (const [key, word] of this.words) {
      if (key.startsWith(keyOf(sku, '')) && word.side === 'here' && this.unseen.has(key)) word.isSure = false
    }
  }

  /**
   * A sync begins or goes on: what was written here may be sent. What others wrote and Amazon still has in its queue
   * can't be seen yet, and what is sent now comes after it.
   */
  attempt(now: Date, isOthersWorkOpen: (sku: string) => boolean, isBeginning: boolean): void {
    if (isBeginning) for (const sent of this.sent.values()) sent.isLookedFor = true
    for (const [key, word] of [...this.words, ...this.unseen]) {
      const isHidden = word.side === 'there' && isOthersWorkOpen(key.split(separator)[0] ?? '')
      if (word.side === 'here') this.recordSent(keyOf(key, word.value), now)
      if (isHidden) word.isSure = false
      if (isBeginning) word.isInSync = !isHidden
    }
  }

  /** A sync has come to its end. */
  end(): void {
    for (const [key, word] of this.unseen) if (word.isInSync) this.unseen.delete(key)
    for (const sent of this.sent.values()) sent.isSeen ||= sent.isLookedFor
  }

  /** What a field must be; undefined where that can't be told from outside. */
  of(sku: string, field: Field): string | undefined {
    const word = this.words.get(keyOf(sku, field))
    return word?.isSure ? word.value : undefined
  }

  private isSureHere(key: string, { isSyncOpen, isOurWorkOpen, isOthersWorkOpen }: Circumstances): boolean {
    const isAlone = !this.unseen.has(key)
    return !isOthersWorkOpen && (isAlone || !(isSyncOpen || isOurWorkOpen))
  }

  private isSureThere(key: string, value: string, { now, isSyncOpen }: Circumstances): boolean {
    const sent = this.sent.get(keyOf(key, value))
    return !isSyncOpen && (!sent || (sent.isSeen && now.getTime() - sent.at > echoMilliseconds))
  }

  private recordSent(key: string, now: Date): void {
    const before = this.sent.get(key)
    if (before) before.at = now.getTime()
    else this.sent.set(key, { at: now.getTime(), isLookedFor: false, isSeen: false })
  }
}
