export const weightUnits = ['pounds', 'ounces', 'kilograms', 'grams'] as const
export type WeightUnit = (typeof weightUnits)[number]
