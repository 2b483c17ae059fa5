export const weightUnits = ['pounds', 'ounces', 'kilograms', 'grams'] as const
export type WeightUnit = (typeof weightUnits)[number]

export const dimensionUnits = ['inches', 'centimeters'] as const
export type DimensionUnit = (typeof dimensionUnits)[number]
