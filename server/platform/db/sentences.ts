import { asMessage, type Message, type Sentence } from '#contract/i18n.ts'

/*
 * A stored sentence has its English text in a column of its own, for searches and machines, and beside it the message, from which
 * each reader gets it in their language. Words of people and vendors have no message.
 */

export const messageOf = (sentence: Sentence | null | undefined): Message | null =>
  typeof sentence === 'object' ? sentence : null

type Reader = { inReadersLanguage(message: Message): string }

/** A stored text without its message: translated if it is a whole sentence of ours, else as it is. */
export function translateStored(reader: Reader, text: string): string
export function translateStored(reader: Reader, text: string | null): string | null
export function translateStored(reader: Reader, text: string | null): string | null {
  return text === null ? null : reader.inReadersLanguage(asMessage(text))
}

type Explained = { description: Sentence; reason?: Sentence | null | undefined }

/** The messages of an entry of a timeline. */
export function sentencesOf({ description, reason }: Explained): { description?: Message; reason?: Message } | null {
  const messages = { description: messageOf(description), reason: messageOf(reason) }
  if (!messages.description && !messages.reason) return null
  return {
    ...(messages.description && { description: messages.description }),
    ...(messages.reason && { reason: messages.reason }),
  }
}
