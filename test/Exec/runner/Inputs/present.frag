#version 450
layout(set = 2, binding = 3) uniform Words { uvec4 more; };
layout(location = 0) in flat uvec2 seen;
layout(location = 0) out uvec4 result;

void main() { result = uvec4(seen, more.xy); }
