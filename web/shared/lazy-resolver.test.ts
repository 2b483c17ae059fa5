import { expect, it } from 'vitest'
import { lazyResolver } from './form-submission.ts'

const values = { days: 0 }
const options = { fields: {}, shouldUseNativeValidation: undefined }
const objection = { days: { type: 'min', message: 'At least 1 day' } }

it('validates with the resolver once it has loaded', async () => {
  const resolve = lazyResolver<typeof values, typeof values>(async () => () => ({ values: {}, errors: objection }))
  expect(await resolve(values, undefined, options)).toEqual({ values: {}, errors: objection })
})

it('leaves validation to the server when the resolver can’t be loaded', async () => {
  const resolve = lazyResolver<typeof values, typeof values>(() => Promise.reject(new Error('There is a new version')))
  expect(await resolve(values, undefined, options)).toEqual({ values, errors: {} })
})
