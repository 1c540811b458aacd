#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(set = 0, binding = 0) uniform texture2D textures[];
layout(set = 0, binding = 1) uniform sampler nearest;
layout(set = 1, binding = 0, std430) readonly buffer Materials { vec4 tint[]; } materials[];
layout(location = 0) in flat uint material;
layout(location = 1) in vec2 uv;
layout(location = 0) out vec4 color;
void main() {
  color = texture(nonuniformEXT(sampler2D(textures[material], nearest)), uv) *
          materials[nonuniformEXT(material)].tint[0];
}
