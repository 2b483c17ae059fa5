import { describe, expect, it } from 'vitest'
import {
  fillTemplate,
  findTemplate,
  messageTemplates,
  sampleValues,
  unknownVariables,
  type TemplateKind,
} from './message-templates.ts'

const keyOf = ({ audience, type, method }: TemplateKind) => `${audience} ${type} ${method}`

describe('the default message templates', () => {
  it('exist once per kind and are found by it', () => {
    expect(new Set(messageTemplates.map(keyOf)).size).toBe(messageTemplates.length)
    for (const template of messageTemplates) expect(findTemplate(template)).toBe(template)
    expect(findTemplate({ audience: 'owner', type: 'order_delivered', method: 'sms' })).toBeUndefined()
  })

  it.each(messageTemplates.map((template) => [keyOf(template), template] as const))(
    'say in %s nothing that they don’t know, and have a subject exactly where it is a mail',
    (_key, { method, variables, words }) => {
      expect(unknownVariables(`${words.subject ?? ''} ${words.body}`, variables)).toEqual([])
      expect(words.subject === null).toBe(method === 'sms')
      expect(fillTemplate(words.body, sampleValues)).not.toMatch(/[{}]/)
    },
  )
})

describe('filling a template in', () => {
  it('replaces variables with any spacing in the braces', () => {
    expect(fillTemplate('{{ firstName }}: {{total}}!', { firstName: 'Ana', total: '$4' })).toBe('Ana: $4!')
  })

  it('leaves neither a gap nor an empty line for an empty variable', () => {
    expect(fillTemplate('Hello {{firstName}},\n\n{{tracking}}\n\nBye {{ }} {{constructor}}', { firstName: '' })).toBe(
      'Hello,\n\nBye',
    )
  })

  it('inserts values verbatim', () => {
    expect(fillTemplate('{{firstName}}', { firstName: '{{total}} $& $1', total: '$9' })).toBe('{{total}} $& $1')
  })
})

it('unknown variables of a template are listed once each', () => {
  expect(unknownVariables('{{total}} {{ nmae }} {{nmae}} {{}}', ['total'])).toEqual(['nmae', ''])
})
