import { expect, it } from 'vitest'
import { lazyResolver } from './form-submission.ts'

const values = { days: 0 }
const options = { fields: {}, shouldUseNativeValidation: undefined }
const objection = { days: { type: 'min', message: 'At least 1 day' } }

it('objects to what the shapes object to, once they have come', async () => {
  const resolve = lazyResolver<typeof values, typeof values>(async () => () => ({ values: {}, errors: objection }))
  expect(await resolve(values, undefined, options)).toEqual({ values: {}, errors: objection })
})

it('leaves it to the server where the shapes can’t be fetched', async () => {
  const resolve = lazyResolver<typeof values, typeof values>(() => Promise.reject(new Error('There is a new version')))
  expect(await resolve(values, undefined, options)).toEqual({ values, errors: {} })
})
