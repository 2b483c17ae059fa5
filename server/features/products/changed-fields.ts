import { isDeepStrictEqual } from 'node:util'

/** The fields of a wish that are not so already; null when nothing would change. */
export function changedFields<Current extends object>(
  current: Current,
  wanted: { [Field in keyof Current]?: Current[Field] | undefined },
): Partial<Current> | null {
  const differing = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, current[field as keyof Current]),
  )
  return differing.length === 0 ? null : (Object.fromEntries(differing) as Partial<Current>)
}
