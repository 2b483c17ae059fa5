import { rawBodyOf } from '#server/platform/http/files.ts'

/** The fields of a form, in a scope where bodies are bytes. */
export const parseForm = (body: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(rawBodyOf(body).toString('utf8')))
