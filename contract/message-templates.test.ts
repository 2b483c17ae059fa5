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

describe('the messages that the product comes with', () => {
  it('are one of each kind, and found by it', () => {
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
  it('puts values in, whatever stands around the names', () => {
    expect(fillTemplate('{{ firstName }}: {{total}}!', { firstName: 'Ana', total: '$4' })).toBe('Ana: $4!')
  })

  it('leaves neither a gap nor an empty line where there is nothing to say', () => {
    expect(fillTemplate('Hello {{firstName}},\n\n{{tracking}}\n\nBye {{ }} {{constructor}}', { firstName: '' })).toBe(
      'Hello,\n\nBye',
    )
  })

  it('takes values as they are', () => {
    expect(fillTemplate('{{firstName}}', { firstName: '{{total}} $& $1', total: '$9' })).toBe('{{total}} $& $1')
  })
})

it('names the variables that a template does not know, each once', () => {
  expect(unknownVariables('{{total}} {{ nmae }} {{nmae}} {{}}', ['total'])).toEqual(['nmae', ''])
})
