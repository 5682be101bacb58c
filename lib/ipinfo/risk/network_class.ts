/** What a network is for, and what that says of its lines and of the AS type. */
export const NETWORK_CLASSES = {
  /** Homes, and maybe companies and mobile phones as well. */
  access: { lineType: "residential", asnType: "isp" },
  mobile: { lineType: "mobile", asnType: "isp" },
  satellite: { lineType: "satellite", asnType: "isp" },
  /** Other networks, or companies only. */
  carrier: { lineType: "commercial", asnType: "isp" },
  hosting: { lineType: "hosting", asnType: "hosting" },
  business: { lineType: "commercial", asnType: "business" },
  education: { lineType: "commercial", asnType: "education" },
  government: { lineType: "commercial", asnType: "government" },
} as const;

export type NetworkClass = keyof typeof NETWORK_CLASSES;
