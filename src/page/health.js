// Whether the referee answers. Each source (a poll, a followed game) tells of itself; trouble is when any of them is in trouble.

/// `report(source, well)`, `forget(source)` and `isWell()`; `changed(well)` is called when the whole changes.
export function health(changed) {
  const troubled = new Set();
  const update = (act) => {
    const before = troubled.size === 0;
    act();
    if (before !== (troubled.size === 0)) changed(troubled.size === 0);
  };
  return {
    report: (source, well) => update(() => (well ? troubled.delete(source) : troubled.add(source))),
    isWell: () => troubled.size === 0,
    forget: (source) => update(() => troubled.delete(source)),
  };
}
