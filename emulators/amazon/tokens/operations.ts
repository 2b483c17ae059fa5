import type { Operation } from '../operation.ts'
import { createRestrictedDataToken } from './create-restricted-token.ts'

export const tokensOperations: Operation[] = [
  {
    name: 'createRestrictedDataToken',
    method: 'POST',
    path: '/tokens/2021-03-01/restrictedDataToken',
    rate: 1,
    burst: 10,
    answer: createRestrictedDataToken,
  },
]
