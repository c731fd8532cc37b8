/** Loaded before a program, this moves its clock to the same time of day on 15 June 2027. */
const Real = Date;
const offset = Math.round((Real.UTC(2027, 5, 15) - Real.now()) / 86_400_000) * 86_400_000;

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + offset);
    else super(...parts);
  }

  static now() {
    return Real.now() + offset;
  }
};
