import { NotUnderstood } from '#server/ports/channel.ts'

/** Throws without a word of the body, which holds customers' data. */
export function readJson(body: Buffer): unknown {
  const text = decode(body)
  try {
    // A number that JavaScript can't hold would turn one order's id into another's.
    return /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
  } catch {
    throw new NotUnderstood('The body is not JSON.')
  }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new NotUnderstood('The body is not UTF-8 text.')
  }
}

const exact = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? (source ?? value) : value
