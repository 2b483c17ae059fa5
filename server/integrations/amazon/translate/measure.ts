import type { DimensionUnit, WeightUnit } from '#contract/units.ts'
import { matchSpelling } from './word.ts'

export type Measure<Unit> = { value: number; unit: Unit }

/** What one of Amazon's units is in one of ours. */
type Conversion<Unit> = readonly [unit: Unit, factor: number]

const weights = {
  pounds: ['pounds', 1],
  LB: ['pounds', 1],
  hundredths_pounds: ['pounds', 0.01],
  tons: ['pounds', 2000],
  ounces: ['ounces', 1],
  OZ: ['ounces', 1],
  kilograms: ['kilograms', 1],
  KG: ['kilograms', 1],
  grams: ['grams', 1],
  G: ['grams', 1],
  milligrams: ['grams', 0.001],
} as const satisfies Record<string, Conversion<WeightUnit>>

const lengths = {
  inches: ['inches', 1],
  hundredths_inches: ['inches', 0.01],
  feet: ['inches', 12],
  yards: ['inches', 36],
  centimeters: ['centimeters', 1],
  millimeters: ['centimeters', 0.1],
  decimeters: ['centimeters', 10],
  meters: ['centimeters', 100],
} as const satisfies Record<string, Conversion<DimensionUnit>>

/** Null for a unit we don't know. */
export const readWeight = (value: number | string, unit: string) => convert<WeightUnit>(weights, Number(value), unit)

/** Null for a unit we don't know. */
export const readLength = (value: number | string, unit: string) => convert<DimensionUnit>(lengths, Number(value), unit)

function convert<Unit>(table: Record<string, Conversion<Unit>>, value: number, spelled: string): Measure<Unit> | null {
  const found = table[matchSpelling(Object.keys(table), spelled) ?? '']
  if (!found || !Number.isFinite(value)) return null
  const [unit, factor] = found
  return { value: Math.round(value * factor * 1000) / 1000, unit }
}
