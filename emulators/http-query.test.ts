import { expect, test } from 'vitest'
import { Query } from './http.ts'

test.each([
  ['skus=A,B', ['A', 'B']],
  ['skus=A%2CB,C', ['A,B', 'C']],
  ['skus=100%25,a%2Fb,a+b,a%2Bb', ['100%', 'a/b', 'a b', 'a+b']],
  ['skus=%E5%AD%97,=', ['字', '=']],
  ['skus=', ['']],
  ['other=A', []],
])('the list in %s is read', (encoded, values) => {
  expect(new Query(encoded).list('skus')).toEqual(values)
})
