import type { Field } from './two-way-sides.ts'

type Word = {
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

/** For so long a value that was sent may show up at Amazon; who writes the same there is taken for our echo. */
const echoMilliseconds = 16 * 60_000

const separator = '\t'
const keyOf = (...parts: string[]) => parts.join(separator)

/**
 * Who wrote a field last. Amazon tells when a listing changed, not which field of it, and can't be told to write only
 * if nobody else has: where two writers meet within one sync, it is enough that both sides end with the same.
 */
export class LastWords {
  private readonly words = new Map<string, Word>()
  /** What was written at Amazon and no completed sync has seen. */
  private readonly unseen = new Map<string, Word>()
  private readonly sentAt = new Map<string, number>()

  write(sku: string, field: Field, side: Word['side'], value: string, around: Circumstances): void {
    const key = keyOf(sku, field)
    const isSure = side === 'here' ? this.isSureHere(key, around) : this.isSureThere(key, value, around)
    if (side === 'there') this.touch(sku)
    const word: Word = { side, value, isSure, isInSync: false }
    this.words.set(key, word)
    if (side === 'there') this.unseen.set(key, word)
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
    for (const [key, word] of [...this.words, ...this.unseen]) {
      const isHidden = word.side === 'there' && isOthersWorkOpen(key.split(separator)[0] ?? '')
      if (word.side === 'here') this.sentAt.set(keyOf(key, word.value), now.getTime())
      if (isHidden) word.isSure = false
      if (isBeginning) word.isInSync = !isHidden
    }
  }

  /** A sync has come to its end. */
  end(): void {
    for (const [key, word] of this.unseen) if (word.isInSync) this.unseen.delete(key)
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
    const lastSent = this.sentAt.get(keyOf(key, value)) ?? -Infinity
    return !isSyncOpen && now.getTime() - lastSent > echoMilliseconds
  }
}
