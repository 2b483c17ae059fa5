/*
 * The browser's half of our content security policy (`server/platform/http/headers.ts`). With Trusted Types the DOM
 * refuses text where it would become HTML or script. The policy named `default` decides about text from libraries.
 */

/** The part of the Trusted Types API that is used here; TypeScript does not know it. */
type PolicyFactory = { createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown }

/**
 * Text without `<` makes no element. Radix writes the style sheet of its select boxes so; nothing of our own needs it.
 * Null refuses. There are no rules for scripts and their addresses, so those are always refused.
 */
export const createHTML = (text: string): string | null => (text.includes('<') ? null : text)

declare global {
  // Zod compiles schemas with `new Function` where it may. Our policy forbids it, and asking would be reported each time.
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }

trustedTypes?.createPolicy('default', { createHTML })

globalThis.__zod_globalConfig = { jitless: true }
