const regions = [
  { name: 'North America', marketplaces: 'United States, Canada, Mexico, Brazil' },
  { name: 'Europe', marketplaces: 'United Kingdom, Germany, France, Italy, Spain' },
  { name: 'Far East', marketplaces: 'Japan, Australia, India' },
] as const

export function RegionList() {
  return (
    <dl className="grid gap-2 text-sm">
      {regions.map((region) => (
        <div key={region.name} className="border-t pt-2">
          <dt className="font-medium">{region.name}</dt>
          <dd className="text-muted">{region.marketplaces}</dd>
        </div>
      ))}
    </dl>
  )
}
