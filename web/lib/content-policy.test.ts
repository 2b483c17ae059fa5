import { expect, it } from 'vitest'
import { createHTML } from './content-policy.ts'

it.each(['<img src=x onerror=alert(1)>', 'text <b>', '<', 'a</style><script>'])(
  'text that makes an element is refused: %s',
  (text) => {
    expect(createHTML(text)).toBeNull()
  },
)

it('a style sheet stays as it is', () => {
  const sheet = '[data-radix-select-viewport]{scrollbar-width:none;}'
  expect(createHTML(sheet)).toBe(sheet)
})
