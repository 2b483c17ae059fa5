import { expect, it } from 'vitest'
import { signInAddress } from './paths.ts'

it('the sign-in URL carries the return path', () => {
  expect(signInAddress('/orders?status=placed&x=1')).toBe('/api/login?returnTo=%2Forders%3Fstatus%3Dplaced%26x%3D1')
})
