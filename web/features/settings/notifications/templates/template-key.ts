import type { TemplateKind } from '#contract/message-templates.ts'

/** Names a template in the address. */
export const templateKeyOf = ({ audience, type, method }: TemplateKind): string => `${audience}.${type}.${method}`
